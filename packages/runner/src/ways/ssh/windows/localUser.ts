import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import { z } from 'zod';
import { NEXT_WORD } from './powershell.ts';

/** Words as the input of a script. */
export const inputOf = (words: readonly string[]): string =>
  words.map((word) => `${Buffer.from(word).toString('base64')}\n`).join('');

/** A name that is one user of the machine, and no pattern or domain; how many characters it may have. */
const NAME = /^(?![. ]+$)[^"/\\[\]:;|=,+*?<>@\p{Cc}\p{Cs}]{1,20}$/u;
const SECRET = /^[^\p{Cc}\p{Cs}]{1,127}$/u;

/** Whether a name is one of a local user. */
export const isUserName = (username: string): boolean => NAME.test(username) && username === username.trim();

export const fitsUser = ({ username, secret }: Pick<SecretChange, 'username' | 'secret'>): boolean =>
  isUserName(username) && SECRET.test(secret);

/** Groups in the parameters of a method; undefined where one of them is no name. */
export const groupsIn = (value: unknown): string[] | undefined => {
  const names = (typeof value === 'string' ? value : '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.every((name) => /^[^"/\\[\]:;|=+*?<>@\p{Cc}\p{Cs}]{1,256}$/u.test(name)) ? names : undefined;
};

/** The local user of a name, as `$u`, and whether it rules over the machine. */
const FIND = `$u=@(Get-LocalUser -ErrorAction Stop|Where-Object{$_.Name -ieq $name})
function Test-Ruler{$u[0].SID.Value -like '*-500' -or @(Get-LocalGroupMember -SID 'S-1-5-32-544' -ErrorAction Stop|Where-Object{$_.SID -eq $u[0].SID}).Count -gt 0}`;

const guarded = (body: string): string => `$answer=@{end='failed';told=''}
try{
$name=${NEXT_WORD}
${body}
}catch{$answer.told=[string]$_.Exception.Message}`;

/** Sets the password of a user: name and password are words of the input. */
export const changeScript = guarded(`$word=${NEXT_WORD}
${FIND}
if($u.Count -eq 0){$answer.end='missing'}
elseif(-not $u[0].Enabled){$answer.end='disabled'}
else{
$s=New-Object Security.SecureString
foreach($c in $word.ToCharArray()){$s.AppendChar($c)}
Set-LocalUser -SID $u[0].SID -Password $s -ErrorAction Stop
$answer.end='changed'}`);

/**
 * Creates a user who is missing, sets the password, and adds groups: name, password and groups, one in a line, are words
 * of the input. Two groups have other names in other languages, so they are found by their numbers.
 */
export const pushScript = guarded(`$word=${NEXT_WORD}
$groups=${NEXT_WORD}
${FIND}
$s=New-Object Security.SecureString
foreach($c in $word.ToCharArray()){$s.AppendChar($c)}
if($u.Count -eq 0){
New-LocalUser -Name $name -Password $s -ErrorAction Stop|Out-Null
$u=@(Get-LocalUser -ErrorAction Stop|Where-Object{$_.Name -ieq $name})
$answer.end='changed'}
elseif(Test-Ruler){$answer.end='ruler'}
elseif(-not $u[0].Enabled){$answer.end='disabled'}
else{
Set-LocalUser -SID $u[0].SID -Password $s -ErrorAction Stop
$answer.end='changed'}
if($answer.end -eq 'changed'){
$known=@{'Users'='S-1-5-32-545';'Remote Desktop Users'='S-1-5-32-555'}
foreach($g in $groups.Split([char]10)){if($g){
try{
$found=@(Get-LocalGroup -ErrorAction Stop|Where-Object{$_.Name -ieq $g -or ($known[$g] -and $_.SID.Value -eq $known[$g])})
if($found.Count -eq 0){throw "no such group: $g"}
if(@(Get-LocalGroupMember -SID $found[0].SID -ErrorAction SilentlyContinue|Where-Object{$_.SID -eq $u[0].SID}).Count -eq 0){
Add-LocalGroupMember -SID $found[0].SID -Member $u[0].SID -ErrorAction Stop}
}catch{$answer.end='unset';$answer.told=[string]$_.Exception.Message}}}}`);

/** Removes a user whose profile stays: the name is the word of the input. */
export const removalScript = guarded(`${FIND}
if($u.Count -eq 0){$answer.end='removed'}
elseif(Test-Ruler){$answer.end='ruler'}
elseif($u[0].SID -eq [Security.Principal.WindowsIdentity]::GetCurrent().User){$answer.end='own'}
else{
Remove-LocalUser -SID $u[0].SID -ErrorAction Stop
$answer.end='removed'}`);

const answerSchema = z.object({
  end: z.enum(['changed', 'unset', 'removed', 'missing', 'disabled', 'ruler', 'own', 'failed']),
  told: z.string().catch(''),
});
export type Ended = z.infer<typeof answerSchema>;

/** How such a script ended; null when the answer is none. */
export const endIn = (answer: unknown): Ended | null => answerSchema.safeParse(answer).data ?? null;
