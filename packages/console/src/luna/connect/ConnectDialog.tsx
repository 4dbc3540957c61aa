import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openedProtocols, useConnectMethods } from '../../engine/protocols/connectMethods.ts';
import { protocolTitles } from '../../engine/protocols/protocolTitle.ts';
import { detailText, errorText, fieldErrorsOf, messageOf } from '../../platform/http/errorText.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useHttp, usePlatform } from '../../platform/Platform.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import controls from '../../replay/dark/controls.module.css';
import { cx } from '../../replay/dark/cx.ts';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { useLuna } from '../LunaContext.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { TabTarget } from '../workspace/tabs/tabMemory.ts';
import type { WorkbenchState } from '../workspace/workbench.ts';
import { AccountChoice } from './AccountChoice.tsx';
import { ConnectSummary } from './ConnectSummary.tsx';
import styles from './connect.module.css';
import {
  type Choice,
  findAccount,
  initialChoice,
  isReady,
  missingOf,
  shownUsername,
  tokenRequest,
  usableAccounts,
  usableProtocols,
  withheldOf,
} from './connectRules.ts';
import { NoPermission } from './NoPermission.tsx';
import { ProtocolChoice } from './ProtocolChoice.tsx';
import { createToken, loadPermedAsset, type PermedAccount, type PermedAsset } from './permedAsset.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { makeReviewMemory } from './reviewMemory.ts';
import { SecretFields } from './SecretFields.tsx';
import { type Review, reviewOf, useReview, wantsReview } from './useReview.ts';

/** The server hides an asset that is not granted, as if it did not exist. */
const isRefused = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 404 || error.status === 403);

type Request = NonNullable<WorkbenchState['connecting']>;

/** Asks how to connect to an asset and opens the terminal. */
export function ConnectDialog({ request }: { request: Request }) {
  const { t } = useTranslation(['luna', 'common']);
  const http = useHttp();
  const { workbench } = useLuna();
  const asset = useQuery({
    queryKey: ['luna', 'asset', request.assetId],
    queryFn: ({ signal }) => loadPermedAsset(http, request.assetId, { oid: request.orgId, signal }),
    gcTime: 0,
    retry: false,
  });
  // Rules and gateways may have changed since the last connection.
  const methods = useConnectMethods({ staleMs: 0 });
  const error = asset.error ?? methods.error;
  const close = () => workbench.connect(null);
  if (asset.data && methods.data && methods.isFetchedAfterMount)
    return (
      <ConnectForm
        key={asset.data.id}
        asset={asset.data}
        protocols={usableProtocols(asset.data, methods.data)}
        opened={openedProtocols(methods.data)}
        request={request}
        onClose={close}
      />
    );
  return (
    <Dialog title={t('connect.titlePlain')} width={480} onClose={close}>
      {isRefused(asset.error) ? (
        <NoPermission request={request} onClose={close} />
      ) : error ? (
        <p role="alert" className={controls.alert}>
          <Glyph name="bad" />
          {errorText(error, (key, params) => t(`common:${key}`, params ?? {}))}
        </p>
      ) : (
        <p className={styles.quiet} role="status">
          {t('connect.loading')}
        </p>
      )}
      <div style={{ height: 8 }} />
    </Dialog>
  );
}

type FormProps = {
  asset: PermedAsset;
  protocols: { name: string; port: number | null }[];
  /** Everything the web terminal opens for the user. */
  opened: readonly string[];
  request: Request;
  onClose: () => void;
};

/** Logic of the form, separate from its layout. */
const useConnect = ({ asset, protocols, request, onClose }: FormProps) => {
  const http = useHttp();
  const { encrypt, session } = usePlatform();
  const { choices, recents, tree, workbench, workspace } = useLuna();
  const accounts = usableAccounts(asset);
  const { before } = request;
  const [choice, setChoice] = useState<Choice>(() =>
    initialChoice(
      accounts,
      protocols,
      before?.choice ?? choices.get(asset.id),
      before ? undefined : request.account,
    ),
  );
  const [reviews] = useState(() => makeReviewMemory(window.sessionStorage, session.get().profile?.id ?? ''));
  const [remembers, setRemembers] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const account = findAccount(accounts, choice.alias);

  const open = (token: string) => {
    if (!account) return;
    if (remembers) choices.set(asset.id, choice);
    else choices.forget(asset.id);
    recents.add(session.get().currentOrg?.id ?? '', asset.id);
    const target = targetOf(asset, account, choice);
    if (request.tab) workspace.reconnect(request.tab, target, token);
    else workspace.open(target, token);
    workbench.uncover();
    onClose();
    tree.touchRecent();
  };
  const [isRefused, setRefused] = useState(false);
  const { review, wait, giveUp } = useReview(
    { onApproved: open, onRefused: () => setRefused(true), onEnd: reviews.clear },
    before?.review,
  );
  const waitFor = (waits: Review) => {
    const { protocol, alias, username } = choice;
    const { tab } = request;
    reviews.save({
      assetId: asset.id,
      orgId: request.orgId,
      tab,
      choice: { protocol, alias, username },
      review: waits,
    });
    wait(waits);
  };
  const submit = async () => {
    if (!account || missingOf(account, choice)) return;
    setBusy(true);
    setError(null);
    setRefused(false);
    try {
      const body = tokenRequest(asset.id, account, choice, await encrypt(choice.secret));
      const token = await createToken(http, body, { asksReviewer: wantsReview(error) });
      const waits = reviewOf(token);
      setBusy(false);
      if (waits) waitFor(waits);
      else open(token.id);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const memory = { remembers, setRemembers };
  return { accounts, account, choice, setChoice, memory, isBusy, error, isRefused, submit, review, giveUp };
};

const targetOf = (asset: PermedAsset, account: PermedAccount, choice: Choice): TabTarget => ({
  asset: {
    id: asset.id,
    name: asset.name,
    address: asset.address,
    icon: asset.type?.value ?? asset.category?.value ?? '',
  },
  alias: account.alias,
  accountName: account.name,
  username: shownUsername(account, choice),
  protocol: choice.protocol,
  orgId: asset.org_id,
});

function ConnectForm(props: FormProps) {
  const { asset, protocols, request, onClose } = props;
  const { t } = useTranslation(['luna', 'common']);
  const { accounts, account, choice, setChoice, memory, isBusy, error, submit, ...waiting } =
    useConnect(props);
  const { review, isRefused, giveUp } = waiting;
  const preferred = findAccount(accounts, request.account);
  const isDirect = useRef(
    !request.before && preferred !== undefined && preferred === account && isReady(account, choice),
  );
  const isHopeless = accounts.length === 0 || protocols.length === 0 || !asset.is_active;
  useEffect(() => {
    if (!isDirect.current) return;
    isDirect.current = false;
    submit();
  });
  const change = (part: Partial<Choice>) => setChoice({ ...choice, ...part });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const isIncomplete = missingOf(account, choice) !== null;
  if (review) return <ReviewDialog asset={asset} review={review} onGiveUp={giveUp} onClose={onClose} />;
  return (
    <Dialog
      title={t('connect.title', { name: asset.name })}
      sub={<span className="mono">{asset.address}</span>}
      width={480}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form onSubmit={onSubmit} className={styles.form}>
        {isHopeless ? (
          <Hopeless asset={asset} hasAccounts={accounts.length > 0} opened={props.opened} />
        ) : (
          <>
            <ProtocolChoice
              protocols={protocols}
              value={choice.protocol}
              onChange={(protocol) => change({ protocol })}
            />
            <AccountChoice
              accounts={accounts}
              value={choice.alias}
              onChange={(alias) => change({ alias, username: '', secret: '' })}
            />
            {accounts.some((one) => withheldOf(one) === 'checkout_needed') && <WhereToCheckOut />}
            {account && !withheldOf(account) && (
              <SecretFields key={account.alias} account={account} choice={choice} onChange={change} />
            )}
            <label className={styles.remember}>
              <input
                type="checkbox"
                checked={memory.remembers}
                onChange={(event) => memory.setRemembers(event.target.checked)}
              />
              {t('connect.remember')}
            </label>
            {account?.from_login && <p className={styles.quiet}>{t('connect.fromLogin')}</p>}
            {account && !withheldOf(account) && (
              <ConnectSummary asset={asset} account={account} choice={choice} protocols={protocols} />
            )}
          </>
        )}
        <WhyNotOpened error={error} isRefused={isRefused} />
        <div className={styles.foot}>
          <button type="button" className={controls.button} disabled={isBusy} onClick={onClose}>
            {isHopeless ? t('action.close') : t('action.cancel')}
          </button>
          {!isHopeless && (
            <button
              type="submit"
              className={cx(controls.button, controls.primary)}
              disabled={isBusy || isIncomplete}
              data-focus
            >
              {isBusy ? t('connect.busy') : t(wantsReview(error) ? 'connect.review.ask' : 'action.connect')}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Leads users who may check accounts out to the page where they can. */
function WhereToCheckOut() {
  const { t } = useTranslation('luna');
  const can = useCan();
  if (!can('accounts.add_accountcheckout')) return null;
  return (
    <p className={styles.quiet}>
      <a href="/ui/workbench/assets" target="_blank" rel="noopener">
        {t('account.withheld.page')}
      </a>
    </p>
  );
}

function WhyNotOpened({ error, isRefused }: { error: unknown; isRefused: boolean }) {
  const { t } = useTranslation(['luna', 'common']);
  if (error === null && !isRefused) return null;
  // A refusal of the request as a whole has a detail; one of the way to connect or of the account has none.
  const ofFields = detailText(error) === undefined ? messageOf(fieldErrorsOf(error)) : '';
  return (
    <p role="alert" className={controls.alert}>
      <Glyph name="bad" />
      {isRefused
        ? t('connect.review.refused')
        : ofFields || errorText(error, (key, params) => t(`common:${key}`, params ?? {}))}
    </p>
  );
}

function Hopeless(props: { asset: PermedAsset; hasAccounts: boolean; opened: readonly string[] }) {
  const { asset, hasAccounts, opened } = props;
  const { t } = useTranslation('luna');
  const unopened = opened.length === 0 ? 'noMethod' : 'noProtocol';
  const reason = !asset.is_active ? 'inactive' : hasAccounts ? unopened : 'noAccount';
  const words = {
    name: asset.name,
    protocols: protocolTitles(asset.permed_protocols.map(({ name }) => name)) || '–',
    opened: protocolTitles(opened),
  };
  return <p className={styles.quiet}>{t(`connect.${reason}`, words)}</p>;
}
