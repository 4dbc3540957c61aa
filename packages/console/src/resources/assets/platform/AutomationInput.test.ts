import { expect, test } from 'vitest';
import { startingAutomation } from './AutomationInput.tsx';

test('a new platform starts with what its type allows, using the first methods', () => {
  const values = startingAutomation({
    automation: {
      ansible_enabled: true,
      ansible_config: { ansible_connection: 'smart' },
      push_account_enabled: true,
      push_account_methods: [],
      ping_enabled: true,
      ping_methods: [
        { id: 'ping_by_ssh', name: 'SSH' },
        { id: 'posix_ping', name: 'Posix' },
      ],
    },
  });
  expect(values).toMatchObject({
    ansible_enabled: true,
    ansible_config: { ansible_connection: 'smart' },
    ping_enabled: true,
    ping_method: 'ping_by_ssh',
    push_account_enabled: false,
    push_account_method: null,
  });
});
