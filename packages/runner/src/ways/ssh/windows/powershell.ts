const POWERSHELL = 'powershell -NoProfile -NonInteractive';

const encoded = (script: string): string => Buffer.from(script, 'utf16le').toString('base64');

/**
 * Reads the next word of the input, which is Base64. Without cmdlets: what they are given may end up in the event log, and a
 * command line is seen by every user of the machine.
 */
export const NEXT_WORD =
  '[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadLine()))';

/**
 * The command line that runs the first word of its input as a text, in the folder that is the second, and ends with its exit code.
 * Each further word is the value of a variable. It is the same for all texts: no value stands where PowerShell reads a program.
 */
export const RUN_INPUT = `${POWERSHELL} -OutputFormat Text -EncodedCommand ${encoded(`$ProgressPreference='SilentlyContinue'
[Console]::OutputEncoding=New-Object Text.UTF8Encoding $false
$text=${NEXT_WORD}
$folder=${NEXT_WORD}
$number=0
while($null -ne ($word=[Console]::In.ReadLine())){$number++
$ExecutionContext.SessionState.PSVariable.Set("gatehouse_$number",[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($word)))}
$global:LASTEXITCODE=0
try{if($folder){if($folder -match '^~([\\\\/]|$)'){$folder=$HOME+$folder.Substring(1)}
Set-Location -LiteralPath $folder -ErrorAction Stop}
& ([ScriptBlock]::Create($text));$done=$?}catch{[Console]::Error.WriteLine([string]$_);exit 1}
if($LASTEXITCODE){exit $LASTEXITCODE}
if(-not $done){exit 1}
exit 0`)}`;

/**
 * The command line that runs a script whose value is `$answer`, and prints this as JSON after the mark. Script and answer
 * are in Base64: no shell, no code page and no width of a console changes them.
 */
export const commandOf = (mark: string, script: string): string => {
  const whole = `$ErrorActionPreference='SilentlyContinue';$ProgressPreference='SilentlyContinue'
${script}
$json=ConvertTo-Json -InputObject $answer -Depth 3 -Compress
[Console]::Out.WriteLine('${mark} '+[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($json)))`;
  return `${POWERSHELL} -EncodedCommand ${encoded(whole)}`;
};

/** The answer in the output of such a command; undefined when there is none. */
export const answerOf = (output: string, mark: string): unknown => {
  const at = output.indexOf(`${mark} `);
  const encoded = at < 0 ? '' : (/^[A-Za-z0-9+/=]*/.exec(output.slice(at + mark.length + 1))?.[0] ?? '');
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
};
