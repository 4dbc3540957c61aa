import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../platform/http/errorText.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { contentTypeOf, fileFault, type ImportColumn, importColumns, type ParsedFile } from './importFile.ts';

const TABLE_DELAY_MS = 200;

/** The file of an import: parsed by the server, or refused with a reason. */
export const useImportFile = (path: string, onParsed: (parsed: ParsedFile | undefined) => void) => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [isParsing, setParsing] = useState(false);
  const [columns, setColumns] = useState<ImportColumn[]>([]);
  const [unknown, setUnknown] = useState<string[]>([]);

  const forget = () => {
    setFile(undefined);
    setFault(undefined);
    onParsed(undefined);
  };
  const parse = async (chosen: File) => {
    setFile(chosen);
    setParsing(true);
    try {
      const parsed = await http.post<ParsedFile>(`${path}render-to-json/`, chosen, {
        headers: { 'Content-Type': contentTypeOf(chosen.name) },
        disableFlashErrorMsg: true,
      });
      await new Promise((resolve) => setTimeout(resolve, TABLE_DELAY_MS));
      setColumns(importColumns(parsed));
      // Leaves out the column of reasons, which `failedCsv` adds to a file of refused rows.
      setUnknown(parsed.unknown.filter((title) => title !== t('import.errorColumn')));
      onParsed(parsed);
    } catch (error) {
      setFault(errorText(error, common));
    } finally {
      setParsing(false);
    }
  };
  return {
    file,
    fault,
    isParsing,
    columns,
    /** Titles of unknown columns. */
    unknown,
    forget,
    /** Reads the file that the user has chosen or dropped. */
    take: async (chosen: readonly File[]) => {
      const [first, second] = chosen;
      if (!first) return;
      forget();
      const wrong = second ? 'several' : fileFault(first);
      if (wrong) setFault(t(`import.faults.${wrong}`));
      else await parse(first);
    },
  };
};
