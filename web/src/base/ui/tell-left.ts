import { notify } from './notify.ts'

/** @param isTold whether the server knows that the user has signed out */
export function tellLeft(isTold: boolean): void {
  if (isTold) notify.success('Вы вышли из системы. До свидания!')
  else notify.error('Ошибка при выходе: здесь вы вышли, но сервер об этом не узнал')
}
