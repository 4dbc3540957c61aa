import {
  ApiOutlined,
  CloudOutlined,
  ClusterOutlined,
  DatabaseOutlined,
  GlobalOutlined,
  HddOutlined,
  LinuxOutlined,
  RobotOutlined,
  WindowsOutlined,
} from '@ant-design/icons';
import { type ComponentType, type CSSProperties, Suspense } from 'react';
import { part } from '../../platform/part/part.ts';

type Icon = ComponentType<{ style?: CSSProperties; 'aria-hidden'?: boolean }>;

// Loaded on demand, because this icon is the largest, and such assets are rare.
const KubernetesOutlined = part(() => import('@ant-design/icons/KubernetesOutlined').then((m) => m.default));

const byType: Record<string, Icon> = {
  linux: LinuxOutlined,
  windows: WindowsOutlined,
  k8s: KubernetesOutlined,
};
const byCategory: Record<string, Icon> = {
  host: HddOutlined,
  device: ClusterOutlined,
  database: DatabaseOutlined,
  cloud: CloudOutlined,
  web: GlobalOutlined,
  gpt: RobotOutlined,
  custom: ApiOutlined,
};

/** The icon of an asset or platform, by its type or else its category. */
export function AssetIcon(props: {
  type?: string | undefined;
  category?: string | undefined;
  size?: number;
}) {
  const Drawing = byType[props.type ?? ''] ?? byCategory[props.category ?? ''] ?? HddOutlined;
  const style = { color: 'var(--text3)', fontSize: props.size ?? 14, flex: 'none' };
  return (
    <Suspense fallback={<HddOutlined aria-hidden style={style} />}>
      <Drawing aria-hidden style={style} />
    </Suspense>
  );
}
