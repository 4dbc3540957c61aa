import type { ConfirmLevel } from '@gatehouse/contract/call/defineCall.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useHttp } from '../../../platform/Platform.tsx';

/** Whether the user may export: at once, or after confirming their identity. */
export const useIdentityFirst = (level: ConfirmLevel | undefined, onRefused: () => void): boolean => {
  const http = useHttp();
  const [isProven, setProven] = useState(level === undefined);
  const ask = useEffectEvent(async () => {
    try {
      // The request layer opens the confirmation dialog on 412 and repeats the request.
      await http.call('GET /api/v1/authentication/confirm/check/', { query: { confirm_type: level } });
      setProven(true);
    } catch {
      onRefused();
    }
  });
  useEffect(() => {
    if (level !== undefined) void ask();
  }, [level]);
  return isProven;
};
