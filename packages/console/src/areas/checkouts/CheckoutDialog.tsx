import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretCell } from '../../engine/cells/SecretCell.tsx';
import { FactList } from '../../engine/detail/FactsCard.tsx';
import { useRequiredMark } from '../../engine/form/FormBody.tsx';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { NumberInput } from '../../platform/input/NumberInput.tsx';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { type OwnAccount, ownAccounts } from './ownAccounts.ts';

type Checkout = NonNullable<OwnAccount['checkout']>;
type Shown = { account: OwnAccount; checkout: Checkout };
type PartProps = Shown & { onDone: () => Promise<void>; onClose: () => void };

/** Shortest check-out, in minutes, and how long one is unless the user says otherwise. */
const LEAST = 5;
const USUAL = 30;

/** How soon the dialog looks again while a secret is changed. */
const FOLLOW_MS = 5_000;

/** What a part of the dialog says, and its buttons. */
function Part({
  children,
  footer,
  onClose,
}: {
  children: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation('areas');
  return (
    <>
      {children}
      <div className="row" style={{ justifyContent: 'flex-end', gap: 8, marginTop: 20 }}>
        <Button onClick={onClose}>{t('checkouts.close')}</Button>
        {footer}
      </div>
    </>
  );
}

/** Runs a request; while it runs, its button turns. The request layer reports refusals. */
const useRequest = (onDone: () => Promise<void>) => {
  const [running, setRunning] = useState<string>();
  const run = (name: string, request: () => Promise<unknown>) => async () => {
    setRunning(name);
    try {
      await request();
      await onDone();
    } catch {
      // Reported already; the dialog stays for another try.
    } finally {
      setRunning(undefined);
    }
  };
  return { running, run };
};

/** Asks for a check-out, with a reason and for how long. */
function AskForCheckout({ account, checkout, onDone, onClose }: PartProps) {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const may = useCan()('accounts.add_accountcheckout');
  const requiredMark = useRequiredMark();
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(Math.min(USUAL, checkout.minutes));
  const { running, run } = useRequest(onDone);
  const body = { account: account.id, reason: reason.trim(), minutes };
  const send = run('out', () => http.call('POST /api/v1/accounts/account-checkouts/', { body }));
  return (
    <Part
      onClose={onClose}
      footer={
        <Button
          type="primary"
          disabled={!may || body.reason === ''}
          loading={running === 'out'}
          onClick={() => void send()}
        >
          {t('checkouts.checkOut')}
        </Button>
      }
    >
      <p className="md t2" style={{ marginBottom: 12 }}>
        {t(may ? 'checkouts.meaning' : 'checkouts.mayNot')}
      </p>
      <Form layout="vertical" disabled={!may} requiredMark={requiredMark}>
        <Form.Item label={t('checkouts.reason')} required>
          <Input.TextArea
            autoFocus
            autoSize={{ minRows: 2, maxRows: 5 }}
            maxLength={512}
            aria-label={t('checkouts.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={t('checkouts.minutes')} extra={t('checkouts.most', { count: checkout.minutes })}>
          <NumberInput
            aria-label={t('checkouts.minutes')}
            min={LEAST}
            max={checkout.minutes}
            precision={0}
            value={minutes}
            onChange={(value) => setMinutes(value ?? LEAST)}
          />
        </Form.Item>
      </Form>
    </Part>
  );
}

/** What the holder of an account can do: read its secret, extend the check-out once, and return it. */
function OwnCheckout({ account, checkout, onDone, onClose }: PartProps) {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const notify = useNotify();
  const { running, run } = useRequest(onDone);
  const params = { id: checkout.id ?? '' };
  const { name } = account;
  const read = async () => {
    const confirmFor = t('checkouts.confirmSecret', { name });
    const url = 'GET /api/v1/accounts/account-checkouts/:id/secret/';
    return (await http.call(url, { params, confirmFor })).secret;
  };
  const extend = run('extend', () =>
    http.call('POST /api/v1/accounts/account-checkouts/:id/extend/', { params }),
  );
  const checkIn = run('in', async () => {
    await http.call('POST /api/v1/accounts/account-checkouts/:id/check-in/', { params });
    notify.success(t('checkouts.checkedIn'));
  });
  const facts = [
    { name: 'username', label: t('checkouts.username'), value: <Mono>{account.username}</Mono> },
    { name: 'until', label: t('checkouts.until'), value: <TimeText value={checkout.date_expired} /> },
    {
      name: 'secret',
      label: t('checkouts.secret'),
      value: <SecretCell isBlock name={name} read={read} />,
    },
  ];
  return (
    <Part
      onClose={onClose}
      footer={
        <>
          {checkout.can_extend && (
            <Button loading={running === 'extend'} onClick={() => void extend()}>
              {t('checkouts.extend')}
            </Button>
          )}
          <Button type="primary" loading={running === 'in'} onClick={() => void checkIn()}>
            {t('checkouts.checkIn')}
          </Button>
        </>
      }
    >
      <FactList facts={facts} />
      <p className="sm t3" style={{ marginTop: 12 }}>
        {t('checkouts.afterwards')}
      </p>
    </Part>
  );
}

/** Who has the account, or why it is not free yet. */
function Occupied({ checkout, onClose }: PartProps) {
  const { t } = useTranslation('areas');
  const { holder, withheld } = checkout;
  return (
    <Part onClose={onClose}>
      {withheld === 'checked_out' ? (
        <p className="md">
          {t('checkouts.heldBy', { holder })} <TimeText value={checkout.date_expired} />
        </p>
      ) : (
        <p className="md">{t(withheld === 'change_failed' ? 'checkouts.failed' : 'checkouts.changing')}</p>
      )}
    </Part>
  );
}

function State(props: PartProps) {
  const { withheld, is_own } = props.checkout;
  if (withheld === null && is_own) return <OwnCheckout {...props} />;
  return withheld === 'checkout_needed' ? <AskForCheckout {...props} /> : <Occupied {...props} />;
}

/** The exclusive check-out of an account on an asset: to ask for it, to use it, or to see who has it. */
export function CheckoutDialog({
  asset,
  account: id,
  onClose,
}: {
  asset: string;
  account: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const client = useQueryClient();
  const accounts = ownAccounts(asset, http);
  const { data } = useQuery({
    ...accounts,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.id === id && one.checkout?.withheld === 'changing') ? FOLLOW_MS : false,
  });
  const account = data?.find((one) => one.id === id);
  const onDone = () => client.invalidateQueries({ queryKey: accounts.queryKey });
  const shown = account?.checkout && { account, checkout: account.checkout, onDone, onClose };
  return (
    <Modal
      open
      width={520}
      title={t('checkouts.titleOf', { name: account?.name ?? '' })}
      footer={null}
      onCancel={onClose}
    >
      {shown ? <State {...shown} /> : <SkeletonRows rows={3} columns={2} />}
    </Modal>
  );
}
