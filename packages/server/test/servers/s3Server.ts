import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../../launcher/test/freePort.ts';
import type { S3Place } from '../../src/platform/blobs/s3Blobs.ts';

const run = promisify(execFile);

/** OpenStack Swift with its S3 API on this machine: a store that is not from the client's vendor. */
export type S3Server = { place: S3Place; stop: () => Promise<void> };

const kinds = ['account', 'container', 'object'] as const;

const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
log_level = ERROR
log_address = /nowhere
`;

/** The pipeline needs a cache, though not a running one: nothing listens at its port. */
const proxyConf = (port: number, folder: string, secret: string) => `${common(port)}swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
error_suppression_limit = 1
error_suppression_interval = 86400
[filter:s3api]
use = egg:swift#s3api
auth_pipeline_check = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${secret} .admin
[filter:slo]
use = egg:swift#slo
`;

const storageConf = (kind: string, port: number, folder: string) => `${common(port)}swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

/** The rings assign storage to servers; here one of each kind. */
const ringScript = `
import sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for pair in sys.argv[2:]:
    kind, port = pair.split('=')
    ring = RingBuilder(1, 1, 0)
    ring.add_dev({'region': 1, 'zone': 1, 'weight': 1.0, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk'})
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{kind}.ring.gz')
`;

const bucket = 'gatehouse-test';
/**
 * Maximum wait for the store, in milliseconds: four Python servers start at once, on a machine busy with
 * other tests.
 */
const startPatienceMs = 100_000;

const makeBucket = async (place: S3Place) => {
  const s3 = new S3Client({ ...place, forcePathStyle: true, maxAttempts: 1 });
  for (const since = Date.now(); ; )
    try {
      await s3.send(new CreateBucketCommand({ Bucket: bucket }));
      return s3.destroy();
    } catch (error) {
      if (Date.now() - since > startPatienceMs) throw error;
      await sleep(100);
    }
};

/** The environment of a server that stores its files here. */
export const s3Environment = ({
  bucket: name,
  prefix,
  endpoint,
  credentials,
}: S3Place): NodeJS.ProcessEnv => ({
  GATEHOUSE_BLOBS: `s3://${name}/${prefix}`,
  GATEHOUSE_S3_ENDPOINT: endpoint,
  GATEHOUSE_S3_ACCESS_KEY: credentials?.accessKeyId,
  GATEHOUSE_S3_SECRET_KEY: credentials?.secretAccessKey,
});

/** Starts the store with an empty bucket. Needs the Debian packages in scripts/systemPackages.ts. */
export const startS3 = async (): Promise<S3Server> => {
  await access('/usr/bin/swift-proxy-server').catch(() => {
    throw new Error('The tests need the Debian packages swift-proxy, -account, -container and -object.');
  });
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-s3-'));
  await mkdir(join(folder, 'devices/disk'), { recursive: true });
  const secret = randomBytes(18).toString('hex');
  const children: ChildProcess[] = [];
  const launch = async (kind: string, conf: string) => {
    const file = join(folder, `${kind}-server.conf`);
    await writeFile(file, conf);
    children.push(
      spawn(`/usr/bin/swift-${kind}-server`, [file, ...(process.env.TEST_LOG ? ['-v'] : [])], {
        stdio: process.env.TEST_LOG ? 'inherit' : 'ignore',
      }),
    );
  };
  const ports = await Promise.all(kinds.map(freePort));
  const pairs = kinds.map((kind, at) => `${kind}=${ports[at]}`);
  await run('/usr/bin/python3', ['-c', ringScript, folder, ...pairs]);
  for (const [at, kind] of kinds.entries()) await launch(kind, storageConf(kind, Number(ports[at]), folder));
  const port = await freePort();
  await launch('proxy', proxyConf(port, folder, secret));
  const place: S3Place = {
    bucket,
    prefix: '',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'test:tester', secretAccessKey: secret },
  };
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  await makeBucket(place).catch(async (error) => {
    await stop();
    throw error;
  });
  return { place, stop };
};
