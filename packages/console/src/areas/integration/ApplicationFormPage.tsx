import type { integrationapplication } from '@gatehouse/contract/resources/accounts/integrationapplication.ts';
import { useMemo, useState } from 'react';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { type NewKey, NewKeyDialog } from '../profile/keys/NewKeyDialog.tsx';

/** Creates or changes an application; a new one shows the secret of its key before the form is left. */
export function ApplicationFormPage(props: ResourcePageProps) {
  const http = useHttp();
  const [created, setCreated] = useState<NewKey & { done: () => void }>();
  const slots = useMemo<FormSlots<typeof integrationapplication>>(
    () => ({
      fields: { accounts: { wide: true }, assets: { wide: true }, ip_group: { required: true } },
      submit: async (body) => {
        const made = await http.call('POST /api/v1/accounts/integration-applications/', {
          body: body as never,
        });
        await new Promise<void>((done) => setCreated({ id: made.id, secret: made.secret, done }));
        return made;
      },
    }),
    [http],
  );
  const close = () => {
    created?.done();
    setCreated(undefined);
  };
  return (
    <>
      <ResourceFormPage {...props} slots={slots} />
      {created && <NewKeyDialog created={created} onClose={close} />}
    </>
  );
}
