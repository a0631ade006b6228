// The entry point: mounts the app and loads the styles.
import { mount } from 'svelte';
import App from './App.svelte';
import { restWhenIdle } from './lib/rest';
import { hireWorker } from './net/bell.svelte';
import './style/tokens.css';
import './style/base.css';
import './style/forced.css';
import './games/palette.css';

mount(App, { target: document.getElementById('app')! });
restWhenIdle();
hireWorker();
