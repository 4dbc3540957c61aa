/** Of the console tests that are not held against the contract when they run, those that answer by hand; none may be added. */
export const rawRouteFiles: readonly string[] = [
  'packages/console/src/areas/accounts/accounts.test.tsx',
  'packages/console/src/areas/assets/assetForms.test.tsx',
  'packages/console/src/areas/tickets/tickets.test.tsx',
  'packages/console/src/resources/assets/platform/platform.test.tsx',
  'packages/console/src/resources/users/user/userForm.test.tsx',
];
