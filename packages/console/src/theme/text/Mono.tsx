import type { CSSProperties, ReactNode } from 'react';

/** Technical values, such as addresses, usernames on assets, commands, ports and ids. */
export function Mono({ children, style }: { children: ReactNode; style?: CSSProperties }) {
  return (
    <span className="mono" style={style}>
      {children}
    </span>
  );
}
