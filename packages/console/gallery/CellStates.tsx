import type { ReactNode } from 'react';

/** A shared part of lists or forms, in its states. */
export type StateSample = { empty: ReactNode; filled: ReactNode; error: ReactNode; readOnly: ReactNode };

const states = ['empty', 'filled', 'error', 'readOnly'] as const satisfies (keyof StateSample)[];

/** One shared part in every state. */
export function CellStates({ name, sample }: { name: string; sample: StateSample }) {
  return (
    <tr>
      <th scope="row" className="mono">
        {name}
      </th>
      {states.map((state) => (
        <td key={state}>{sample[state]}</td>
      ))}
    </tr>
  );
}
