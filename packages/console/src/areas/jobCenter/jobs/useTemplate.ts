import { jobModuleFor } from '@gatehouse/contract/ops/jobs.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useHttp } from '../../../platform/Platform.tsx';

/** The first values of a new job: those of the command template, or of the playbook, that the address names. */
export const useTemplate = () => {
  const http = useHttp();
  const [search] = useSearchParams();
  const [type, id] = [search.get('type'), search.get('id')];
  const isNamed = id !== null && (type === 'adhoc' || type === 'playbook');
  const query = useQuery({
    queryKey: ['jobTemplate', type, id],
    queryFn: async ({ signal }) => {
      const options = { signal, disableFlashErrorMsg: true } as const;
      const at = encodeURIComponent(id ?? '');
      if (type === 'playbook') {
        const { name } = await http.get<RowOf<typeof playbook>>(`/api/v1/ops/playbooks/${at}/`, options);
        return { name, type, playbook: id ?? '' } as const;
      }
      const { name, module, args } = await http.get<RowOf<typeof adhoc>>(
        `/api/v1/ops/adhocs/${at}/`,
        options,
      );
      const of = jobModuleFor(module.value);
      return of ? { name, module: of, args } : {};
    },
    enabled: isNamed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { template: query.data, isPending: isNamed && query.isPending, query };
};
