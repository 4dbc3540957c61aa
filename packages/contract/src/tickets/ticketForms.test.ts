import { expect, test } from 'vitest';
import type { FieldSpec } from '../resource/fields.ts';
import { applyassetticket } from '../resources/tickets/applyassetticket.ts';
import { requestableAssetFields, requestableNodeFields } from './requestableFields.ts';
import { approvalForm, confirmationForm, requestedFields, requestForm, turnForm } from './ticketForms.ts';

/** The fields in the section `request` of the form of a request. */
const [, ...requested] = applyassetticket.form.find(([section]) => section === 'request') ?? [];
const requiredOf = ({ fields }: { fields: { readOnly?: boolean } | object }) =>
  Object.entries<FieldSpec>(fields as { [name: string]: FieldSpec })
    .filter(([, field]) => field.required)
    .map(([name]) => name);

test('an asset request requires an organization, a title, a start date and an end date', () => {
  expect(requestForm).toMatchObject({ app: 'tickets', name: 'applyassetticket', mode: 'create' });
  expect(Object.keys(requestForm.fields)).toEqual(['org_id', 'title', ...requested, 'comment', 'applicant']);
  expect(requiredOf(requestForm)).toEqual(['org_id', 'title', 'apply_date_start', 'apply_date_expired']);
  expect(requestForm.fields.applicant).toEqual({ kind: 'ref', to: 'users.user', nullable: true });
});

test('an approval may change what was requested, and a missing date is read as null', () => {
  expect(approvalForm).toMatchObject({ app: 'tickets', name: 'applyassetticket', mode: 'patch' });
  expect(Object.keys(approvalForm.fields)).toEqual(['org_id', ...requested, 'approval_step', 'seen']);
  expect(requiredOf(approvalForm)).toEqual(['org_id', 'apply_date_start', 'apply_date_expired']);
  expect(approvalForm.nullWhenAbsent).toEqual(['apply_accounts', 'apply_date_start', 'apply_date_expired']);
  expect(requestedFields).toEqual(requested);
});

test('a decision may name the level and the version it is based on', () => {
  expect(turnForm).toMatchObject({ app: 'tickets', name: 'ticket', mode: 'patch' });
  expect(turnForm.fields.approval_step).toMatchObject({ readOnly: false, choices: [1, 2] });
  expect(turnForm.fields.approval_step.default).toBeUndefined();
  expect(turnForm.fields.seen).toEqual({ kind: 'datetime', nullable: true });
});

test('an approval of a confirmation may hold once, for a session, or for up to eight hours', () => {
  expect(Object.keys(confirmationForm.fields)).toEqual(['hold', 'hold_minutes', 'approval_step', 'seen']);
  expect(confirmationForm.fields.hold).toMatchObject({
    readOnly: false,
    choices: ['once', 'session', 'minutes'],
  });
  expect(confirmationForm.fields.hold_minutes).toMatchObject({ min: 1, max: 480 });
});

test('a request takes up to 500 nodes and 500 assets and leaves out unknown ones', () => {
  for (const name of ['apply_nodes', 'apply_assets'] as const)
    expect(requestForm.fields[name]).toMatchObject({ dropsUnknown: true, maxItems: 500 });
});

test('users who request access see only the fields that identify assets and nodes', () => {
  expect(requestableAssetFields).toEqual(['id', 'name', 'address']);
  expect(requestableNodeFields).toEqual(['id', 'key', 'value', 'org_id', 'name', 'full_value', 'org_name']);
});
