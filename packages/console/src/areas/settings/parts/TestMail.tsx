import { useHttp } from '../../../platform/Platform.tsx';
import type { ToWire } from '../ToWire.ts';
import { TestButton } from './TestButton.tsx';

/** Sends a mail by the stored server, from and to the addresses of the form. */
export function TestMail({ toWire }: { toWire: ToWire }) {
  const http = useHttp();
  const test = async (body: Record<string, unknown>) =>
    (await http.call('POST /api/v1/settings/mail/testing/', { body, disableFlashErrorMsg: true })).msg;
  return <TestButton toWire={toWire} test={test} />;
}
