// Nest: the whole /v1 interface below /mail, the engine as a provider, and a form that takes only addresses that exist.
import 'reflect-metadata';
import {
  Body,
  Controller,
  HttpCode,
  Inject,
  Module,
  Post,
  UnprocessableEntityException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Engine } from 'mailproof';
import { createHttpHandler } from 'mailproof/http';
import { checkSignup } from 'mailproof/signup';
import { closeOnSignal, openAccount, startEngine } from '../engine.mjs';

const { engine, stop } = await startEngine();
await openAccount(engine);

const ENGINE = Symbol('mailproof engine');

@Controller('signup')
class SignupController {
  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  @Post()
  @HttpCode(200)
  async signUp(@Body() body: { email?: unknown }) {
    const { accept, message } = await checkSignup(this.engine, body.email);
    if (!accept) throw new UnprocessableEntityException(message);
    return { welcome: true };
  }
}

@Module({ controllers: [SignupController], providers: [{ provide: ENGINE, useValue: engine }] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
// Nest adds its body parser, whose limit is too small for a long list, after this.
app.use('/mail', createHttpHandler(engine).node);
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
console.log(`Listening on ${await app.getUrl()}`);
closeOnSignal(app, stop);
