/** Settings of the reference that are none here, with the reason (reference 07 §3). */
export const noSettings: Readonly<Record<string, string>> = {
  AUTH_LDAP_START_TLS: 'comes with more ways to sign in',
  AUTH_LDAP_USER_LOGIN_ONLY_IN_USERS: 'comes with more ways to sign in',
  SECURITY_INSECURE_COMMAND_LEVEL:
    'command filters decide what is refused, and every refused command is told',
  PERM_EXPIRED_CHECK_PERIODIC: 'a permission ends in the moment it names; nothing has to look for ended ones',
  MAX_LIMIT_PER_PAGE: 'fixed: a page has at most 10,000 rows',
  MAGNUS_ORACLE_PORTS: 'comes with native clients',
  CACHE_LOGIN_PASSWORD_TTL: 'a kept sign-in password goes with its web session',
  LANGUAGE_CODE: '`GATEHOUSE_LANGUAGE` is the language of the installation',
  TIME_ZONE: '`GATEHOUSE_TIME_ZONE` is the time zone of the installation',
};
