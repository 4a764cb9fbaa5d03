import { describe, expect, it } from 'vitest';
import { logDestination } from '../../../adapters/cli/output/log-lines.ts';
import { jsonLogger } from '../../../adapters/http/observability/json-logger.ts';
import { redactError } from '../../../adapters/http/observability/redaction.ts';
import { fakeTerminal } from '../fake-terminal.ts';

function logged(isTTY: boolean, env = {}) {
  const { stderr } = fakeTerminal({ isTTY, env });
  return { logger: jsonLogger('debug', logDestination(stderr, env)), text: () => stderr.text };
}

const timeOfDay = String.raw`\d\d:\d\d:\d\d\.\d{3}`;

describe('the log on a terminal', () => {
  it('has one line for people for each entry, without what is the same in all of them', () => {
    const { logger, text } = logged(true, { NO_COLOR: '1' });
    logger.info({ url: 'http://127.0.0.1:8080', underWay: 0 }, 'listening');
    logger.debug({ durationMs: 12.3456, keyId: undefined, detail: 'two words' }, 'request answered');
    const [first, second, end] = text().split('\n');
    expect(first).toMatch(
      new RegExp(`^${timeOfDay} info  listening url=http://127\\.0\\.0\\.1:8080 underWay=0$`),
    );
    expect(second).toMatch(
      new RegExp(`^${timeOfDay} debug request answered durationMs=12\\.3 detail="two words"$`),
    );
    expect(end).toBe('');
  });

  it('has the stack of an error, and those of its causes, below it', () => {
    const { logger, text } = logged(true, { NO_COLOR: '1' });
    const error = new Error('No verdict.', { cause: new TypeError('Out of paper.') });
    logger.error({ status: 500, error: redactError(error, []) }, 'request failed');
    expect(text()).toMatch(/ error request failed status=500\n {2}Error: No verdict\.\n {6}at .*\n/);
    expect(text()).toMatch(/\n {4}TypeError: Out of paper\.\n {8}at /);
  });

  it('is coloured by level, unless NO_COLOR is set', () => {
    const { logger, text } = logged(true);
    logger.warn({}, 'it rests');
    expect(text()).toContain('\u001b[33mwarn \u001b[39m it rests');
  });

  it('lets nothing through that would control the terminal', () => {
    const { logger, text } = logged(true, { NO_COLOR: '1' });
    logger.warn({ header: 'x\u001b[2J\u202e', error: { message: 'a\u009b1m\nb' } }, 'odd\u0007');
    expect(text()).toMatch(
      / odd\\u\{7\} header=x\\u\{1b\}\[2J\\u\{202e\}\n {2}undefined: a\\u\{9b\}1m\n {2}b\n$/,
    );
  });
});

it('the log elsewhere stays JSON lines', () => {
  const { logger, text } = logged(false);
  logger.info({ url: 'http://127.0.0.1:8080' }, 'listening');
  expect(JSON.parse(text())).toMatchObject({ level: 30, msg: 'listening', url: 'http://127.0.0.1:8080' });
});
