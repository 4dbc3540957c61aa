import {
  DashboardOutlined,
  DesktopOutlined,
  FileOutlined,
  FileSearchOutlined,
  HddOutlined,
  KeyOutlined,
  SafetyCertificateOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { type ComponentType, Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';

type Drawing = ComponentType<{ 'aria-hidden'?: boolean }>;

const icons: Record<string, Drawing> = {
  '/console/dashboard': DashboardOutlined,
  '/console/users': TeamOutlined,
  '/console/assets': HddOutlined,
  '/console/accounts': KeyOutlined,
  '/console/perms': SafetyCertificateOutlined,
  '/console/more': TagsOutlined,
  '/audit/dashboard': DashboardOutlined,
  user: UserOutlined,
  '/audit/sessions': DesktopOutlined,
  '/audit/logs': FileSearchOutlined,
};

// Most visits start in the areas whose icons are included above; the other icons load later.
const FarIcon = part(() => import('./farMenuIcons.tsx').then((m) => m.FarIcon));

const groupOf = (path: string) => `/${path.split('/').filter(Boolean).slice(0, 2).join('/')}`;

/** Icon of a menu entry: its own, else its group's. */
export function MenuIcon({ path, icon = path }: { path: string; icon?: string }) {
  const Near = icons[icon] ?? icons[groupOf(path)];
  if (Near) return <Near aria-hidden />;
  return (
    <Suspense fallback={<FileOutlined aria-hidden style={{ visibility: 'hidden' }} />}>
      <FarIcon names={[icon, groupOf(path)]} />
    </Suspense>
  );
}
