import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { TemplatePickerProps } from './TemplatePickerDialog.tsx';

const TemplatePickerDialog = part(() =>
  import('./TemplatePickerDialog.tsx').then((m) => m.TemplatePickerDialog),
);

/** Picks account templates; loaded when first opened. */
export const TemplatePicker = (props: TemplatePickerProps) => (
  <Suspense>
    <TemplatePickerDialog {...props} />
  </Suspense>
);
