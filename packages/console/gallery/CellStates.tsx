import type { ReactNode } from 'react';

/** A cell or input that lists or forms share, in each of its states. */
export type StateSample = { empty: ReactNode; filled: ReactNode; error: ReactNode; readOnly: ReactNode };

const states = ['empty', 'filled', 'error', 'readOnly'] as const satisfies (keyof StateSample)[];

/** A row that shows a cell or input in each of its states. */
export function CellStates({ name, sample }: { name: string; sample: StateSample }) {
  return (
    <tr>
      <th scope="row" className="mono">
        {name}
      </th>
      {states.map((state) => (
        <td key={state}>{sample[state]}</td>
      ))}
    </tr>
  );
}
