import { shapeOfAction } from '../src/actions/all.ts';
import type { CallShape } from '../src/call/defineCall.ts';
import { everyCall } from '../src/calls/all.ts';
import { everyDefinition } from '../src/resources/all.ts';

/** Every declared call under its address, and every declared action under its resource and name. */
export const everyShape: readonly [name: string, shape: CallShape][] = [
  ...everyCall.map((call): [string, CallShape] => [call.addresses[0] ?? '', call]),
  ...everyDefinition.flatMap((definition) =>
    Object.keys(definition.actions ?? {}).flatMap((name): [string, CallShape][] => {
      const shape = shapeOfAction(definition, name);
      return shape ? [[`${definition.app}.${definition.name} ${name}`, shape]] : [];
    }),
  ),
];
