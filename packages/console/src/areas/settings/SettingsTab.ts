import type { ReactNode } from 'react';
import type { PageTab } from '../../platform/page/tabs.ts';

/** A tab of a settings page with content of its own. */
export type SettingsTab = PageTab & { render: () => ReactNode };
