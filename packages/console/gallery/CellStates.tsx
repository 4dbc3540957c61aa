import { type CellSample, cellSamples } from './cellSamples.tsx';

const states = ['empty', 'filled', 'error', 'readOnly'] as const satisfies (keyof CellSample)[];

/** One shared cell in every state. */
export function CellStates({ name }: { name: string }) {
  const sample = cellSamples[name];
  return (
    <tr>
      <th scope="row" className="mono">
        {name}
      </th>
      {states.map((state) => (
        <td key={state}>{sample?.[state]}</td>
      ))}
    </tr>
  );
}
