import { AppError } from '@gatehouse/contract/errors.ts';
import { keyOf, type ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Engine, EnginePorts } from './context.ts';
import { columnsFor } from './operations/listColumns.ts';
import { presentRows } from './present.ts';
import type { Resource } from './resource.ts';

/** The engine over a set of resources. */
export const createEngine = (resources: Map<string, Resource>, ports: EnginePorts): Engine => ({
  ...ports,
  resources,
  columnsFor,
  present: presentRows,
  resource: (definitionOrKey: ResourceDefinition | string) => {
    const key = typeof definitionOrKey === 'string' ? definitionOrKey : keyOf(definitionOrKey);
    const found = resources.get(key);
    if (!found) throw new AppError('unexpect_error', {}, { cause: new Error(`unknown resource ${key}`) });
    return found;
  },
});
