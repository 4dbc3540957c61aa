// @vitest-environment jsdom
import { job } from '@gatehouse/contract/resources/ops/job.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerTo, creating } from '../../../../test/answerTo.ts';
import { FakeSocket } from '../../../../test/fakeSocket.ts';
import { hostOf, RUN, runRoutes } from '../../../../test/jobCenter/jobRun.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { routeTable } from '../../../app/routes/table.ts';
import { createRouteNames } from '../../../platform/route/routeNames.ts';

/** Sends a form through the server of the test, once the test lets it. */
class FakeRequest {
  static all: FakeRequest[] = [];
  headers: Record<string, string> = {};
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => undefined as unknown;
  status = 0;
  responseText = '';
  isAborted = false;
  body: FormData | undefined;
  constructor() {
    FakeRequest.all.push(this);
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return 'application/json';
  }
  abort() {
    this.isAborted = true;
  }
  send(body: FormData) {
    this.body = body;
    this.upload.onprogress?.({ loaded: 30, total: 100 });
  }
  end(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload();
  }
}
/** The upload that is under way. */
const upload = () =>
  waitFor(() => {
    const last = FakeRequest.all.at(-1);
    if (!last?.body) throw new Error('nothing is sent');
    return last as FakeRequest & { body: FormData };
  });

beforeEach(() => {
  FakeSocket.all = [];
  FakeRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => vi.unstubAllGlobals());

const JOBS = '/api/v1/ops/jobs/';
const ASSET = '55555555-5555-4555-8555-555555555555';
const item = (id: string, pId: string, name: string) => ({
  ...{ id, pId, name, title: name, isParent: pId === '', open: true, chkDisabled: false },
  meta: { type: pId === '' ? 'node' : 'asset', data: { id, key: id, value: name } },
});
const open = (routes: Record<string, unknown> = {}) =>
  openRoute('BulkTransfer', {
    caller: { settings: { FILE_UPLOAD_SIZE_LIMIT_MB: 1 } },
    routes: {
      ...answerTo(
        'GET /api/v1/perms/users/:user/nodes/children-with-assets/tree/',
        [item('1', '', 'Web'), item(ASSET, '1', 'web-1')],
        { user: 'self' },
      ),
      ...answerTo('POST /api/v1/ops/username-hints/', []),
      ...creating(job, { id: 'j1' }),
      ...runRoutes(() => [hostOf(1, { state: 'running', exit_code: null, seconds: null, progress: 42 })]),
      ...routes,
    },
  });
/** Chooses files; the library of the tests would leave out those whose type it cannot tell. */
const choose = async (...files: File[]) => {
  const input = await waitFor(() => {
    const found = document.querySelector('input[type=file]');
    if (!found) throw new Error('no field for files');
    return found;
  });
  fireEvent.change(input, { target: { files } });
};
const said = (text: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));

test('A-2.4-004 files go to chosen assets once there are files, assets and an account; each asset shows how far it is', async () => {
  const { user, server, router } = await open();
  const start = async () => user.click(await screen.findByRole('button', { name: 'Transfer' }));
  await start();
  await said('Choose at least one file.');
  await choose(new File(['1'], 'a.txt'), new File(['2'], 'b.txt'));
  await start();
  await said('Choose assets or nodes.');
  await user.click(await screen.findByRole('treeitem', { name: 'web-1' }));
  await start();
  await said('Enter the account to run as.');
  await user.type(screen.getByLabelText('Run as'), 'deploy');
  await user.type(screen.getByLabelText('Folder'), 'logs');
  await user.click(screen.getByRole('button', { name: 'Remove a.txt' }));
  await start();
  const { body: form } = await upload();
  expect(await screen.findByRole('button', { name: /Sending 30%/ })).toBeTruthy();
  (await upload()).end(201, { task_id: RUN });
  await waitFor(() => expect(router.state.location.search).toBe(`?taskId=${RUN}`));
  expect(server.calls('POST', JOBS)[0]?.body).toMatchObject({
    ...{ type: 'upload_file', args: '{"dst_path":"logs"}', assets: [ASSET], runas: 'deploy', timeout: -1 },
  });
  expect(form.get('job_id')).toBe('j1');
  expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['b.txt']);
  expect(await screen.findByText('42%')).toBeTruthy();
});

test('B-5-026 B-5-027 B-5-028 files with the same name, a long name or too many megabytes are told at once', async () => {
  const { user, server } = await open();
  await choose(new File(['1'], 'a.txt'), new File(['22'], 'a.txt'));
  await said('Several files are named a.txt.');
  await user.click(screen.getAllByRole('button', { name: 'Remove a.txt' })[0]!);
  await user.click(screen.getByRole('button', { name: 'Remove a.txt' }));
  await choose(new File([new Uint8Array(1024 * 1024 + 1)], 'big.iso'));
  await said('big.iso is larger than 1 MB.');
  await user.click(await screen.findByRole('button', { name: 'Transfer' }));
  expect(server.calls('POST', JOBS)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove big.iso' }));
  const long = 'x'.repeat(129);
  await choose(new File(['1'], long));
  await said(`The name ${long} is too long: at most 128 characters.`);
});

test('what the server refuses is told in its words, and sending can be stopped', async () => {
  const { user } = await open();
  await choose(new File(['1'], 'a.txt'));
  await user.click(await screen.findByRole('treeitem', { name: 'web-1' }));
  await user.type(screen.getByLabelText('Run as'), 'deploy');
  await user.click(await screen.findByRole('button', { name: 'Transfer' }));
  (await upload()).end(400, { error: 'The transfers of all users keep too many files here.' });
  await said('The transfers of all users keep too many files here.');
  await user.click(await screen.findByRole('button', { name: 'Transfer' }));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(2));
  const second = await upload();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await said('Sending was stopped. Nothing was transferred.');
  expect(second.isAborted).toBe(true);
});

test('A-6-036 the page opens with the permission for the file manager only', () => {
  const names = (perms: string[]) => createRouteNames(routeTable, new Set(perms));
  expect(names(allBut('rbac.view_filemanager')).canOpen('BulkTransfer')).toBe(false);
  expect(
    names(['rbac.view_filemanager', 'ops.add_job', 'ops.add_jobexecution']).canOpen('BulkTransfer'),
  ).toBe(true);
});
