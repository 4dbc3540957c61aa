import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { ProtocolEditor } from '../src/engine/protocols/ProtocolEditor.tsx';
import type { ProtocolChoice, ProtocolRow } from '../src/engine/protocols/protocolRows.ts';
import { TransferInput } from '../src/engine/select/TransferInput.tsx';
import type { StateSample } from './CellStates.tsx';
import { GROUPS } from './galleryServer.ts';
import { metaOfKind } from './samples.ts';

const choices: ProtocolChoice[] = [
  { name: 'ssh', port: 22, primary: true, required: true },
  { name: 'sftp', port: 22, default: true },
  { name: 'vnc', port: 5900 },
];
const taken: ProtocolRow[] = [
  { name: 'ssh', port: 22, primary: true },
  { name: 'sftp', port: 2222 },
];

function Protocols(props: { mode: 'asset' | 'platform'; start: ProtocolRow[]; disabled?: boolean }) {
  const { start, ...rest } = props;
  const [value, setValue] = useState(start);
  return <ProtocolEditor {...rest} label="Protocols" choices={choices} value={value} onChange={setValue} />;
}

function Transfer(props: { start: string[]; disabled?: boolean }) {
  const { start, ...rest } = props;
  const [value, setValue] = useState<unknown>(start);
  const meta = metaOfKind('refs');
  return (
    <TransferInput
      {...rest}
      name="groups"
      aria-label="Groups"
      meta={meta}
      multiple
      url={GROUPS}
      value={value}
      onChange={setValue}
    />
  );
}

const refused = (input: ReactNode) => (
  <Form.Item validateStatus="error" help="Something is wrong with it">
    {input}
  </Form.Item>
);

const protocols = (mode: 'asset' | 'platform'): StateSample => ({
  empty: <Protocols mode={mode} start={[]} />,
  filled: <Protocols mode={mode} start={taken} />,
  error: refused(<Protocols mode={mode} start={taken.slice(1)} />),
  readOnly: <Protocols mode={mode} start={taken} disabled />,
});

/** Form inputs that do not belong to a single kind of field. */
export const inputSamples: Record<string, StateSample> = {
  'protocols of an asset': protocols('asset'),
  'protocols of a platform': protocols('platform'),
  'many related rows': {
    empty: <Transfer start={[]} />,
    filled: <Transfer start={['g1', 'g2']} />,
    error: refused(<Transfer start={['g1']} />),
    readOnly: <Transfer start={['g1', 'g2']} disabled />,
  },
};
