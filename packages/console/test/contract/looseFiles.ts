/** Console tests whose exchanges are not held against the contract yet; none may be added. */
export const looseFiles: readonly string[] = [
  'src/areas/accounts/accounts.test.tsx',
  'src/areas/assets/assetForms.test.tsx',
  'src/areas/tickets/tickets.test.tsx',
  'src/resources/assets/platform/platform.test.tsx',
  'src/resources/users/user/userForm.test.tsx',
];
