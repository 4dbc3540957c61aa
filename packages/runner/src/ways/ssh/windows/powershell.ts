/**
 * The command line that runs a script whose value is `$answer`, and prints this as JSON after the mark. Script and answer
 * are in Base64: no shell, no code page and no width of a console changes them.
 */
export const commandOf = (mark: string, script: string): string => {
  const whole = `$ErrorActionPreference='SilentlyContinue';$ProgressPreference='SilentlyContinue'
${script}
$json=ConvertTo-Json -InputObject $answer -Depth 3 -Compress
[Console]::Out.WriteLine('${mark} '+[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($json)))`;
  return `powershell -NoProfile -NonInteractive -EncodedCommand ${Buffer.from(whole, 'utf16le').toString('base64')}`;
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
