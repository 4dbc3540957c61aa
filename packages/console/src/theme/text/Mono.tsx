import type { CSSProperties, ReactNode } from 'react';

/** Machine facts: addresses, user names on machines, commands, ports, ids. */
export function Mono({ children, style }: { children: ReactNode; style?: CSSProperties }) {
  return (
    <span className="mono" style={style}>
      {children}
    </span>
  );
}
