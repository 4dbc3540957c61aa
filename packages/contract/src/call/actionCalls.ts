import type { ResourceDefinition } from '../resource/defineResource.ts';
import type { CallMethod, CallShape } from './defineCall.ts';

type Step<A> = A extends { on: 'row' } ? ':id/' : '';
type MethodOf<A> = A extends { method: infer M extends CallMethod }
  ? M | (A extends { also: infer Also extends CallMethod } ? Also : never)
  : never;

/** Methods and path of an action of a resource. */
type AddressOf<D extends ResourceDefinition, A> = A extends { path: infer Path extends string }
  ? `${MethodOf<A>} /api/v1/${D['app']}/${D['path']}/${Step<A>}${Path}/`
  : never;

type Entry<Address, Shape> = { address: Address; shape: Shape };
type EntriesOf<Declared> = Declared extends {
  definition: infer D extends ResourceDefinition;
  shapes: infer S extends { readonly [name: string]: CallShape };
}
  ? {
      [Name in keyof S]: Entry<
        AddressOf<D, D['actions'] extends { readonly [K in Name]: infer A } ? A : never>,
        S[Name]
      >;
    }[keyof S]
  : never;
type EntryIn<Module> = { [K in keyof Module]: EntriesOf<Module[K]> }[keyof Module];

/** The actions a module of `actions/` exports, by address; variants serve some under addresses of their own. */
export type ActionCallsOf<Module> = {
  [E in EntryIn<Module> as E['address'] & string]: E['shape'];
};
