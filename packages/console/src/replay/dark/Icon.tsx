import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';
import { createElement, type ReactNode } from 'react';

const attributeNames: Record<string, string> = { 'fill-rule': 'fillRule' };

const draw = (node: AbstractNode, key?: number): ReactNode => {
  const { class: _class, style: _style, ...attrs } = node.attrs;
  const named = Object.entries(attrs).map(([name, value]) => [attributeNames[name] ?? name, value]);
  return createElement(node.tag, { key, ...Object.fromEntries(named) }, node.children?.map(draw));
};

/**
 * Draws an icon of the console's icon set without the component library. Hidden from screen readers, because
 * the control around it has a label.
 */
export function Icon({
  of,
  size = 14,
  className,
}: {
  of: IconDefinition;
  size?: number;
  className?: string;
}) {
  const root = typeof of.icon === 'function' ? of.icon('currentColor', 'none') : of.icon;
  const { viewBox } = root.attrs;
  return (
    <svg
      viewBox={viewBox}
      width={size}
      height={size}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      className={className}
      style={{ flex: 'none', display: 'block' }}
    >
      {root.children?.map(draw)}
    </svg>
  );
}
