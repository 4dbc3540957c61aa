import {
  ApiOutlined,
  CloudOutlined,
  ClusterOutlined,
  DatabaseOutlined,
  GlobalOutlined,
  HddOutlined,
  KubernetesOutlined,
  LinuxOutlined,
  RobotOutlined,
  WindowsOutlined,
} from '@ant-design/icons';
import type { ComponentType, CSSProperties } from 'react';

type Icon = ComponentType<{ style?: CSSProperties; 'aria-hidden'?: boolean }>;

const byType: Record<string, Icon> = {
  linux: LinuxOutlined,
  unix: LinuxOutlined,
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

/** The kind of an asset, as a quiet icon. */
export function AssetIcon(props: {
  type?: string | undefined;
  category?: string | undefined;
  size?: number;
}) {
  const Drawing = byType[props.type ?? ''] ?? byCategory[props.category ?? ''] ?? HddOutlined;
  return <Drawing aria-hidden style={{ color: 'var(--text3)', fontSize: props.size ?? 14, flex: 'none' }} />;
}
