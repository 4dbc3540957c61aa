const always = ['users.view_user', 'perms.view_assetpermission'] as const;

/** How each kind of rule is tried, and the permissions that this needs. */
export const triedKinds = {
  commandfilteracl: {
    call: 'POST /api/v1/acls/command-filter-acls/try/',
    needs: ['acls.view_commandfilteracl', 'terminal.view_command', 'terminal.view_session', ...always],
  },
  loginacl: {
    call: 'POST /api/v1/acls/login-acls/try/',
    needs: ['acls.view_loginacl', 'audits.view_userloginlog', ...always],
  },
  loginassetacl: {
    call: 'POST /api/v1/acls/login-asset-acls/try/',
    needs: ['acls.view_loginassetacl', 'terminal.view_session', ...always],
  },
  connectmethodacl: {
    call: 'POST /api/v1/acls/connect-method-acls/try/',
    needs: ['acls.view_connectmethodacl', 'terminal.view_session', ...always],
  },
} as const;

/** A kind of rule that can be tried on the past. */
export type TriedKind = keyof typeof triedKinds;
