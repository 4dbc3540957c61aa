import type { KeyOf } from '../resource/fieldsOf.ts';
import { inheritAll } from '../resource/inherit.ts';
import { account } from './accounts/account.ts';
import { accountbackupautomation } from './accounts/accountbackupautomation.ts';
import { accountbackupexecution } from './accounts/accountbackupexecution.ts';
import { accountcheckout } from './accounts/accountcheckout.ts';
import { accountsecret } from './accounts/accountsecret.ts';
import { accounttemplate } from './accounts/accounttemplate.ts';
import { accounttemplatesecret } from './accounts/accounttemplatesecret.ts';
import { changesecretautomation } from './accounts/changesecretautomation.ts';
import { changesecretexecution } from './accounts/changesecretexecution.ts';
import { changesecretrecord } from './accounts/changesecretrecord.ts';
import { gatheraccountsautomation } from './accounts/gatheraccountsautomation.ts';
import { gatheraccountsexecution } from './accounts/gatheraccountsexecution.ts';
import { gatheredaccount } from './accounts/gatheredaccount.ts';
import { historicalaccount } from './accounts/historicalaccount.ts';
import { integrationapplication } from './accounts/integrationapplication.ts';
import { integrationlog } from './accounts/integrationlog.ts';
import { pushaccountautomation } from './accounts/pushaccountautomation.ts';
import { pushaccountexecution } from './accounts/pushaccountexecution.ts';
import { pushaccountrecord } from './accounts/pushaccountrecord.ts';
import { virtualaccount } from './accounts/virtualaccount.ts';
import { commandfilteracl } from './acls/commandfilteracl.ts';
import { commandgroup } from './acls/commandgroup.ts';
import { connectmethodacl } from './acls/connectmethodacl.ts';
import { loginacl } from './acls/loginacl.ts';
import { loginassetacl } from './acls/loginassetacl.ts';
import { asset } from './assets/asset.ts';
import { cloud } from './assets/cloud.ts';
import { custom } from './assets/custom.ts';
import { database } from './assets/database.ts';
import { device } from './assets/device.ts';
import { domain } from './assets/domain.ts';
import { favoriteasset } from './assets/favoriteasset.ts';
import { gateway } from './assets/gateway.ts';
import { gpt } from './assets/gpt.ts';
import { host } from './assets/host.ts';
import { node } from './assets/node.ts';
import { platform } from './assets/platform.ts';
import { playbookmethod } from './assets/playbookmethod.ts';
import { web } from './assets/web.ts';
import { activitylog } from './audits/activitylog.ts';
import { ftplog } from './audits/ftplog.ts';
import { joblog } from './audits/joblog.ts';
import { messagelog } from './audits/messagelog.ts';
import { operatelog } from './audits/operatelog.ts';
import { passwordchangelog } from './audits/passwordchangelog.ts';
import { userloginlog } from './audits/userloginlog.ts';
import { usersession } from './audits/usersession.ts';
import { accesskey } from './authentication/accesskey.ts';
import { connectiontoken } from './authentication/connectiontoken.ts';
import { superconnectiontoken } from './authentication/superconnectiontoken.ts';
import { temptoken } from './authentication/temptoken.ts';
import { label } from './labels/label.ts';
import { labeledresource } from './labels/labeledresource.ts';
import { sitemessage } from './notifications/sitemessage.ts';
import { adhoc } from './ops/adhoc.ts';
import { celerytask } from './ops/celerytask.ts';
import { celerytaskexecution } from './ops/celerytaskexecution.ts';
import { job } from './ops/job.ts';
import { jobapproval } from './ops/jobapproval.ts';
import { jobexecution } from './ops/jobexecution.ts';
import { playbook } from './ops/playbook.ts';
import { organization } from './orgs/organization.ts';
import { accessreview } from './perms/accessreview.ts';
import { assetpermission } from './perms/assetpermission.ts';
import { orgrole } from './rbac/orgrole.ts';
import { orgrolebinding } from './rbac/orgrolebinding.ts';
import { role } from './rbac/role.ts';
import { rolebinding } from './rbac/rolebinding.ts';
import { systemrole } from './rbac/systemrole.ts';
import { systemrolebinding } from './rbac/systemrolebinding.ts';
import { chatconversation } from './settings/chatconversation.ts';
import { chatprompt } from './settings/chatprompt.ts';
import { command } from './terminal/command.ts';
import { commandstorage } from './terminal/commandstorage.ts';
import { endpoint } from './terminal/endpoint.ts';
import { endpointrule } from './terminal/endpointrule.ts';
import { hostkey } from './terminal/hostkey.ts';
import { replaystorage } from './terminal/replaystorage.ts';
import { session } from './terminal/session.ts';
import { status } from './terminal/status.ts';
import { task } from './terminal/task.ts';
import { terminal } from './terminal/terminal.ts';
import { applyassetticket } from './tickets/applyassetticket.ts';
import { applycommandticket } from './tickets/applycommandticket.ts';
import { applyloginassetticket } from './tickets/applyloginassetticket.ts';
import { applyloginticket } from './tickets/applyloginticket.ts';
import { comment } from './tickets/comment.ts';
import { ticket } from './tickets/ticket.ts';
import { ticketflow } from './tickets/ticketflow.ts';
import { savedfilter } from './users/savedfilter.ts';
import { user } from './users/user.ts';
import { usergroup } from './users/usergroup.ts';

const definitions = [
  account,
  accountbackupautomation,
  accountbackupexecution,
  accountcheckout,
  accountsecret,
  accounttemplate,
  accounttemplatesecret,
  changesecretautomation,
  changesecretexecution,
  changesecretrecord,
  gatheraccountsautomation,
  gatheraccountsexecution,
  gatheredaccount,
  historicalaccount,
  integrationapplication,
  integrationlog,
  pushaccountautomation,
  pushaccountexecution,
  pushaccountrecord,
  virtualaccount,
  commandfilteracl,
  commandgroup,
  connectmethodacl,
  loginacl,
  loginassetacl,
  asset,
  cloud,
  custom,
  database,
  device,
  domain,
  favoriteasset,
  gateway,
  gpt,
  host,
  node,
  platform,
  playbookmethod,
  web,
  activitylog,
  ftplog,
  joblog,
  messagelog,
  operatelog,
  passwordchangelog,
  userloginlog,
  usersession,
  accesskey,
  connectiontoken,
  superconnectiontoken,
  temptoken,
  label,
  labeledresource,
  sitemessage,
  adhoc,
  celerytask,
  celerytaskexecution,
  job,
  jobapproval,
  jobexecution,
  playbook,
  organization,
  accessreview,
  assetpermission,
  orgrole,
  orgrolebinding,
  role,
  rolebinding,
  systemrole,
  systemrolebinding,
  chatconversation,
  chatprompt,
  command,
  commandstorage,
  endpoint,
  endpointrule,
  hostkey,
  replaystorage,
  session,
  status,
  task,
  terminal,
  applyassetticket,
  applycommandticket,
  applyloginassetticket,
  applyloginticket,
  comment,
  ticket,
  ticketflow,
  savedfilter,
  user,
  usergroup,
] as const;

/** Every resource of the product, sorted by app and name, with variants filled in. */
export const everyDefinition = inheritAll(definitions);

/** Every definition as it was written, by its key. */
export type Definitions = { [D in (typeof definitions)[number] as KeyOf<D>]: D };
