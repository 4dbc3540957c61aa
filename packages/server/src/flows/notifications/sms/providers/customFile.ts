import { runProgram } from '../../../tools/runProgram.ts';
import { wordsOf } from '../askService.ts';
import { type SmsProvider, SmsRefused } from '../SmsProvider.ts';

/** Longest part of a program's words that is kept, in lines. */
const mostLines = 20;

/**
 * A program of the installation: it reads number and code as JSON from its input, so that neither shows in the list of
 * processes, and ends with 0 once the message is taken. Only the environment names it.
 */
export const customFileOf = (program: string | undefined): SmsProvider | undefined =>
  program
    ? {
        needs: [],
        host: () => program,
        send: async ({ phone, code }, _settings, signal) => {
          const lines: string[] = [];
          const ended = await runProgram(program, {
            args: [],
            input: JSON.stringify({ phone_numbers: [phone], code }),
            signal,
            onLine: (line) => {
              if (lines.length < mostLines) lines.push(line);
            },
          });
          if ('missing' in ended) throw new SmsRefused(wordsOf('ENOENT', program));
          if (ended.code !== 0)
            throw new SmsRefused(wordsOf(ended.code ?? '', ...lines).replaceAll(code, '*'));
        },
      }
    : undefined;
