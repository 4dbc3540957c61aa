import { z } from 'zod';
import { accountList } from '../../../engine/accountList.ts';
import type { FoundAccount } from '../../../engine/way.ts';

/** What a Windows machine is asked about its local users; a last login is in seconds. */
export const accountScript = `$answer=@(Get-LocalUser|Where-Object {$_.Enabled}|Select-Object -First 10000|ForEach-Object {
$l=0;if($_.LastLogon){$l=[long](($_.LastLogon.ToUniversalTime()-[datetime]'1970-01-01').TotalSeconds)}
@{name=$_.Name;last=$l}})`;

const answerSchema = z.array(z.object({ name: z.string(), last: z.number().catch(0) }));

/** Local users in the answer; null when it is none. */
export const accountsIn = (answer: unknown): FoundAccount[] | null => {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return null;
  const logins = parsed.data.map(({ name, last }) => [name, { address: '', at: last * 1000 }] as const);
  return accountList(
    parsed.data.map(({ name }) => name),
    new Map(logins),
  );
};
