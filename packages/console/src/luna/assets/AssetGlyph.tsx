import ApiOutlined from '@ant-design/icons-svg/es/asn/ApiOutlined';
import CloudOutlined from '@ant-design/icons-svg/es/asn/CloudOutlined';
import ClusterOutlined from '@ant-design/icons-svg/es/asn/ClusterOutlined';
import DatabaseOutlined from '@ant-design/icons-svg/es/asn/DatabaseOutlined';
import GlobalOutlined from '@ant-design/icons-svg/es/asn/GlobalOutlined';
import HddOutlined from '@ant-design/icons-svg/es/asn/HddOutlined';
import KubernetesOutlined from '@ant-design/icons-svg/es/asn/KubernetesOutlined';
import LinuxOutlined from '@ant-design/icons-svg/es/asn/LinuxOutlined';
import RobotOutlined from '@ant-design/icons-svg/es/asn/RobotOutlined';
import WindowsOutlined from '@ant-design/icons-svg/es/asn/WindowsOutlined';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { Icon } from '../../replay/dark/Icon.tsx';

const icons: Record<string, IconDefinition> = {
  linux: LinuxOutlined,
  unix: LinuxOutlined,
  windows: WindowsOutlined,
  k8s: KubernetesOutlined,
  switch: ClusterOutlined,
  router: ClusterOutlined,
  firewall: ClusterOutlined,
  device: ClusterOutlined,
  database: DatabaseOutlined,
  mysql: DatabaseOutlined,
  mariadb: DatabaseOutlined,
  postgresql: DatabaseOutlined,
  oracle: DatabaseOutlined,
  sqlserver: DatabaseOutlined,
  redis: DatabaseOutlined,
  mongodb: DatabaseOutlined,
  clickhouse: DatabaseOutlined,
  db2: DatabaseOutlined,
  cloud: CloudOutlined,
  web: GlobalOutlined,
  website: GlobalOutlined,
  gpt: RobotOutlined,
  chatgpt: RobotOutlined,
  custom: ApiOutlined,
};

/** The kind of an asset as an icon. */
export function AssetGlyph({ kind, size = 14 }: { kind: string; size?: number }) {
  return <Icon of={icons[kind] ?? HddOutlined} size={size} />;
}
