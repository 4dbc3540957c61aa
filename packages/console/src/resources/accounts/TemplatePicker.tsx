import { lazy, Suspense } from 'react';
import type { TemplatePickerProps } from './TemplatePickerDialog.tsx';

const TemplatePickerDialog = lazy(() =>
  import('./TemplatePickerDialog.tsx').then((m) => ({ default: m.TemplatePickerDialog })),
);

/** Picks account templates; fetched when it is first opened. */
export const TemplatePicker = (props: TemplatePickerProps) => (
  <Suspense>
    <TemplatePickerDialog {...props} />
  </Suspense>
);
