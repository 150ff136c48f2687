export { useMethodName } from '../../components/use_method_name.ts'
