import { describe, expect, it } from 'vitest';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { itemsOf } from '../../../contract/jobs/audit.ts';
import { attemptAt, newJob, verification } from '../../../contract/jobs/sample-data.ts';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { mailproof } from '../mailproof.ts';

const email = 'ann@example.org';

async function scene() {
  const file = await temporaryFile();
  const server = sqliteStores(file);
  const { jobs } = server;
  await jobs.create(newJob({ account: null, keyId: null }), [{ email }, { email: 'bob@example.org' }]);
  await jobs.record('job', [attemptAt(0, { result: verification({ email }) })], { at: Date.now() });
  const finishJob = () => jobs.record('job', [attemptAt(1)], { at: Date.now() });
  return {
    server,
    jobs,
    finishJob,
    file,
    run: (...words: string[]) => mailproof([...words, '--store', `sqlite:${file}`]),
  };
}

describe('mailproof forget', () => {
  it('redacts an address in finished jobs, and names the job that is not finished', async () => {
    const { server, jobs, finishJob, run } = await scene();
    const refused = await run('forget', 'ANN@example.org');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('not finished: job.');
    await finishJob();
    const { code, stderr } = await run('forget', 'ANN@example.org');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Removed from the cache: 0. Redacted in finished jobs: 1.\n',
    });
    expect(JSON.stringify(await itemsOf(jobs, 'job'))).not.toContain(email);
    await server.close();
  });
});

describe('mailproof forget --test', () => {
  it('redacts an address in the jobs of test keys, which other commands do not see', async () => {
    const { server, jobs, finishJob, file, run } = await scene();
    await finishJob();
    const tests = sqliteStores(`${file}-test`);
    await tests.jobs.create(newJob({ id: 'tried', account: null, keyId: 'key_1' }), [{ email }]);
    const result = verification({ email });
    await tests.jobs.record('tried', [attemptAt(0, { result })], { at: Date.now() });
    expect(await run('forget', email, '--test')).toMatchObject({
      code: 0,
      stderr: 'Removed from the cache: 0. Redacted in finished jobs: 1.\n',
    });
    expect(JSON.stringify(await itemsOf(tests.jobs, 'tried'))).not.toContain(email);
    expect(JSON.stringify(await itemsOf(jobs, 'job'))).toContain(email);
    expect((await run('forget', email, '--test')).stderr).toMatch(
      /There are no results with it in sqlite:\S+ among those of test keys\. For those of live keys, leave out --test\.\n$/,
    );
    expect((await run('forget', email, '--test', '--sandbox')).code).toBe(2);
    await tests.close();
    await server.close();
  });

  it('is named where no live key has the address', async () => {
    const { server, run } = await scene();
    expect((await run('forget', 'zoe@example.org')).stderr).toMatch(/ add --sandbox\. .* add --test\.\n$/);
    await server.close();
  });
});

describe('mailproof forget of less than an address', () => {
  it('is refused without repeating it', async () => {
    const { server, run } = await scene();
    const { code, stderr } = await run('forget', 'ann.baker');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'mailproof: That is not an address. Give all of it, such as ann@example.org.\n',
    });
    await server.close();
  });
});

describe('mailproof jobs delete', () => {
  it('deletes a job once it has finished', async () => {
    const { server, jobs, finishJob, run } = await scene();
    const refused = await run('jobs', 'delete', 'job');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('still running');
    await finishJob();
    expect(await run('jobs', 'delete', 'job')).toMatchObject({ code: 0, stderr: 'Deleted.\n' });
    expect(await jobs.get('job')).toBeUndefined();
    const again = await run('jobs', 'delete', 'job');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('Job not found');
    await server.close();
  });
});
