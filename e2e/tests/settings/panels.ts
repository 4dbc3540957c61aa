import type { SettingPanelName } from '@gatehouse/contract/settings/panels/settingPanels.ts';
import { callOut, nameAddresses, setUpMail, streamEvents, writeToNewUsers } from './messages.ts';
import type { Office } from './office.ts';
import {
  chooseProvider,
  sendByCmpp,
  sendByHuawei,
  sendCodes,
  setUpProvider,
  tryScript,
} from './providers.ts';
import { demandOfPasswords, limitSignIns, mark, needTwo, requireMfa, reviewSooner } from './security.ts';
import { enterByProvider } from './signIn/oauth2.ts';
import { announce, closeToKeys, helpAtDoor, switchJobCenter, switchTickets } from './told.ts';
import { moveSecrets } from './vault.ts';
import { keepLess, storeBackups } from './work.ts';

type Journey = [title: string, journey: (office: Office) => Promise<void>];

/** One journey for each panel of settings; a new panel needs one. The assistant has a test of its own. */
export const panelJourneys: Record<Exclude<SettingPanelName, 'chat'>, Journey> = {
  basic: ['A-2.6-002 A-2.6-028 users find the documentation that is named', nameAddresses],
  email: ['A-2.6-008 A-2.6-029 a test mail arrives', setUpMail],
  email_content: ['a new user gets the mail of the preview', writeToNewUsers],
  sms: ['A-2.6-037 a provider is chosen', chooseProvider],
  alibaba: [
    'Alibaba Cloud is kept',
    setUpProvider('Alibaba Cloud', 'Alibaba Cloud SMS', {
      'Access key ID': 'LTAI',
      Signature: 'Northwind',
      'Template code': 'SMS_1',
    }),
  ],
  tencent: [
    'Tencent Cloud is kept',
    setUpProvider('Tencent Cloud', 'Tencent Cloud SMS', {
      'Secret ID': 'AKID',
      'SDK app ID': '1400',
      Signature: 'Northwind',
      'Template code': '7',
    }),
  ],
  huawei: ['Huawei Cloud is sent a code', sendByHuawei],
  cmpp2: ['a message centre is sent a code', sendByCmpp],
  custom: ['a code arrives at a service of the customer', sendCodes],
  custom_file: ['the script has the same test number', tryScript],
  webhook: ['a signed call arrives', callOut],
  audit_stream: ['what users do arrives as events', streamEvents],
  announcement: [
    'users read the announcement, close it, and read a changed one',
    (office) => announce(office, 'en'),
  ],
  ticket: ['users ask for access only while tickets are on', switchTickets],
  ops: ['A-2.4-006 users have a job center only while it is on', switchJobCenter],
  vault: ['secrets move to it, and go on opening sessions', moveSecrets],
  auth: ['A-2.6-010 A-2.6-030 the sign-in page leads to help', helpAtDoor],
  oauth2: ['A-2.6-034 a user signs in through an OAuth 2.0 provider, and out of it', enterByProvider],
  terminal: ['A-2.6-014 users store a key only while keys are taken', closeToKeys],
  security_auth: ['A-2.6-022 A-2.6-042 MFA for all says whom it affects', requireMfa],
  security_login_limit: ['B-9-026 an address is blocked, and released', limitSignIns],
  security_password: ['B-9-026 a user is refused a password, changed on a phone', demandOfPasswords],
  security_session: ['B-9-026 the watermark names the user', (office) => mark(office, 'en')],
  second_person: ['another administrator is told, and confirms', needTwo],
  security_access_review: ['unused permissions are reviewed sooner', reviewSooner],
  clean: ['A-2.6-044 older rows go after a shorter retention, which is set back', keepLess],
  backup: ['A-2.6-013 A-2.6-043 a new storage is tried; a chosen one gets a backup', storeBackups],
};
