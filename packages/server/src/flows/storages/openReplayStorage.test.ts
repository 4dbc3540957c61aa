import { expect, test } from 'vitest';
import { databaseOf } from '../../platform/database.ts';
import { openReplayStorage, regionOf } from './openReplayStorage.ts';

test.each([
  ['https://s3.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
  ['https://s3-eu-west-2.amazonaws.com', 'eu-west-2'],
  ['https://s3.dualstack.us-west-2.amazonaws.com', 'us-west-2'],
  ['https://oss-cn-hangzhou.aliyuncs.com', 'oss-cn-hangzhou'],
  ['https://oss-cn-hangzhou-internal.aliyuncs.com', 'oss-cn-hangzhou'],
  ['https://cos.ap-guangzhou.myqcloud.com', 'ap-guangzhou'],
  ['https://obs.cn-north-4.myhuaweicloud.com', 'cn-north-4'],
  ['http://ceph.example.com:7480', 'us-east-1'],
  ['no address', 'us-east-1'],
])('requests to %s are signed for the region %s', (endpoint, region) => {
  expect(regionOf(endpoint)).toBe(region);
});

test.each(['null', 'server'])('a storage of the type %s is none of another system', async (type) => {
  const stored = { id: 's', type, meta: {}, secrets: {} };
  expect(
    await openReplayStorage(stored, { db: databaseOf({} as never), vault: { open: String } }),
  ).toBeUndefined();
});
