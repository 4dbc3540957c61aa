import { useTranslation } from 'react-i18next';
import { virtualAccounts } from './explanation.ts';

/** Names an account: by its name, with the username where that differs, or what its alias stands for. */
export const useAccountName = (): ((account: { alias: string; username: string }) => string) => {
  const { t } = useTranslation('explain');
  return ({ alias, username }) => {
    const virtual = virtualAccounts.find((word) => word === alias);
    if (virtual) return t(`virtual.${virtual.slice(1)}`);
    return username && username !== alias ? `${alias} (${username})` : alias;
  };
};
