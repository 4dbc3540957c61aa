import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test, vi } from 'vitest';
import { useRun } from './useRun.ts';

function Buttons() {
  const { run } = useRun();
  const open = (to: string) => void run({ name: to, title: to, to, newTab: true });
  return ['/console/assets', '/luna/?oid=1'].map((to) => (
    <button key={to} type="button" onClick={() => open(to)}>
      {to}
    </button>
  ));
}

test("B-2-002 a new tab opens a page under the console's address, the web terminal outside it", async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const router = createMemoryRouter([{ path: '/here', element: <Buttons /> }], {
    basename: '/ui',
    initialEntries: ['/ui/here'],
  });
  render(<RouterProvider router={router} />);
  for (const button of screen.getAllByRole('button')) await userEvent.click(button);
  expect(opened.mock.calls.map(([address]) => address)).toEqual(['/ui/console/assets', '/luna/?oid=1']);
});
