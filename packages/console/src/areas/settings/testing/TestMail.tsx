import { useHttp } from '../../../platform/Platform.tsx';
import type { ToWire } from '../ToWire.ts';
import { TestButton } from './TestButton.tsx';

/** Sends a mail by the stored server, from and to the addresses of the form. */
export function TestMail({ toWire }: { toWire: ToWire }) {
  const http = useHttp();
  return (
    <TestButton
      toWire={toWire}
      send={(options) => http.call('POST /api/v1/settings/mail/testing/', options)}
    />
  );
}
