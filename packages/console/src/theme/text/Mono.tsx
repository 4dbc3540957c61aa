import type { CSSProperties, ReactNode } from 'react';

/** Technical values: addresses, usernames on assets, commands, ports, ids. */
export function Mono({ children, style }: { children: ReactNode; style?: CSSProperties }) {
  return (
    <span className="mono" style={style}>
      {children}
    </span>
  );
}
